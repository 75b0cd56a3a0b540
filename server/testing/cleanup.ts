import { afterAll } from 'vitest'

const tasks: (() => unknown)[] = []

/** Runs `task` after the last test of the file; what was started last is stopped first. */
export const onFileEnd = (task: () => unknown) => tasks.push(task)

/** A setup file of Vitest, run for every test file: modules are shared by the files of a worker, hooks are not. */
afterAll(async () => {
  for (const task of tasks.splice(0).reverse()) await task()
})
