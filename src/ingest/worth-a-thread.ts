/** A thread takes about 100 ms to start; from so many text files, or bytes of them, on it takes more off this one. */
export function worthAThread(files: number, bytes: number): boolean {
  return files >= 150 || bytes >= 300_000;
}
