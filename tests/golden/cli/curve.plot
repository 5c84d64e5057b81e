Bytes kept against context: 2 models

bytes kept for 1 request, entries in bf16
  2 GiB ┤
        │
  1 GiB ┤                                                              ⢀⣀⣀⠤⠤⠖⠒⠊b
        │                                                 ⣀⣀⣀⣀⡠⠤⠤⠔⠒⠒⠒⠉⠉⠁
512 MiB ┤                                   ⣀⡤◆⠔⠒⠒⠒⠒⠒⠊⠉⠉⠉⠉
        │                              ⣀⠤⠔⠊⠉
256 MiB ┤                        ⢀⣀⠤⠔⠒⠉
        │                    ⣀⠤⠔⠒⠁
128 MiB ┤               ⣀⡠⠔⠊⠉
        │          ⣀⡠⠖⠊⠉
        │     ⣀⠤⠔⠊⠉
 64 MiB ┤⣀⠤⠔⠊b                                                           ⢀⣀⡠⠔⠒⠊a
        │                                                          ⣀⣀⠤⠖⠒⠉⠁
 32 MiB ┤                                                  ⣀⣀⠤⠤⠔⠒⠉⠉
        │                                        ⣀⣀⣠⠤⠤⠔⠒⠒⠉⠉
 16 MiB ┤                        ⣀⣀⣀⣀⣀⡠⠤⠤⠤⠔⠒⠒⠒⠉⠉⠉
        │ ⢀⣀◆⠤⠤⠔⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠊⠉⠉⠉⠉⠉⠉⠁
  8 MiB ┤⠋a
        └───┬───────────┬──────────┬──────────┬──────────┬──────────┬──────────┬
           128         256        512        1K         2K         4K         8K
                                        tokens

a  DeepSeek-V4-Flash: 64.599 MiB at 8,192
b  Gemma 3 27B: 1.031 GiB at 8,192

what waits for a pooled entry is counted at its most
