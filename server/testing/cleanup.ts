import { afterAll } from 'vitest'

const tasks: (() => unknown)[] = []

// Registered on import, while Vitest collects the file: an afterAll called inside a hook or a test never runs.
afterAll(async () => {
  for (const task of tasks.reverse()) await task()
})

/** Runs `task` after the last test of the file; what was started last is stopped first. */
export const onFileEnd = (task: () => unknown) => tasks.push(task)
