/** Called as often as one likes. */
export type Progress = (line: string) => void

const EVERY_MS = 2000

/** Prints at most one line in two seconds. */
export function createProgress(print: Progress, clock = () => performance.now()): Progress {
  let last = clock()
  return (line) => {
    if (clock() - last < EVERY_MS) return
    last = clock()
    print(line)
  }
}
