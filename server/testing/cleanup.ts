const tasks: (() => unknown)[] = []

/** Runs `task` after the last test of the file; what was started last is stopped first. */
export const onFileEnd = (task: () => unknown) => tasks.push(task)

export async function endFile() {
  for (const task of tasks.splice(0).reverse()) await task()
}
