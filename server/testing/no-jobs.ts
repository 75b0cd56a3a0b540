import type { Jobs } from '#server/platform/jobs.ts'

/** For use cases that queue nothing in this test; one that does fails. */
export const NO_JOBS = new Proxy({} as Jobs, {
  get(_, name) {
    throw new Error(`${String(name)} of the job queue was used`)
  },
})
