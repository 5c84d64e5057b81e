DeepSeek-V3.2 on Google TPU7x (Ironwood): decode at 131,072 tokens, 1 request;
prefill of 4,096

FLOP/s
 10 P ┤                                            ⢈
      │                                            ⠠   ⣀◆⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒*⠒⠒⠒⠒a
      │                                            ◆⣤⣒⣉p⣀b⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀⣀b
      │                                        ⢀⡠⠔*⢉
  1 P ┤                                     ⣀⠤⠊⠁   ⠠
      │                                 i⡠⠒⠉       ⠐
      │                             ⢀⡠⠔⠊⠁          ⢈
      │                          ⣀⠤⠒⠁              ⠠
100 T ┤                      ⢀⡠⠔⠉                  ⠐
      │                   ⡠⠔⠊⠁                     ⢈
      │               ⣀⠤j⠉                         ⠠
      │           ⢀⡠⠔⠊                             ⠐
      │        ⣀*⠊⠁                                ⢈
 10 T ┤    *⠤⠒⠉                                    ⠠
      │⢀a⠔⠊                                        ⠐
      │⠁                                           ⢈
      │                                            ⠠
  1 T ┤                        ridge 313.03 (bf16) ⠐
      └────┬───────────────┬───────────────┬────────────────┬───────────────┬───
           1              10              100             1,000          10,000
                                      FLOP/byte

a  7.37 TB/s, then 4.614 PFLOP/s fp8
b  2.307 PFLOP/s bf16
c  decode attention weights: 14.7 TFLOP/s at 1.995 FLOP/byte
d  decode feed-forward: 14.74 TFLOP/s at 2 FLOP/byte
e  decode shared experts and router: 14.17 TFLOP/s at 1.923 FLOP/byte
f  decode experts: 14.74 TFLOP/s at 2 FLOP/byte
g  decode head: 7.37 TFLOP/s at 1 FLOP/byte
h  decode dsa entries: 1.782 PFLOP/s at 241.8 FLOP/byte
i  decode index scan (dsa): 471.7 TFLOP/s at 64 FLOP/byte
j  decode whole step: 43.55 TFLOP/s at 5.909 FLOP/byte
k  prefill attention weights: 4.603 PFLOP/s at 8,171 FLOP/byte
l  prefill feed-forward: 4.614 PFLOP/s at 8,190 FLOP/byte
m  prefill shared experts and router: 4.437 PFLOP/s at 7,875 FLOP/byte
n  prefill experts: 1.886 PFLOP/s at 255.9 FLOP/byte
o  prefill head: 7.37 TFLOP/s at 1 FLOP/byte
p  prefill whole step: 2.51 PFLOP/s at 504.4 FLOP/byte

left out: launches of kernels, latency of links, activations; each time is a
lower bound
not drawn, since a figure is 0 or infinite: decode embedding rows, decode norms,
decode written (dsa), prefill embedding rows, prefill norms, prefill dsa
entries, prefill index scan (dsa), prefill written (dsa)
