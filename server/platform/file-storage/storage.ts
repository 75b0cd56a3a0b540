import type { Readable } from 'node:stream'

/** Where uploaded files are: on this machine's disk or in an S3 bucket. */
export type FileStorage = {
  /**
   * Stores a copy of a local file: a reader sees the whole file or none. A stored file is never
   * overwritten; false says that the name was taken.
   */
  put: (name: string, file: string, type: string) => Promise<boolean>
  /** In bytes; undefined when there is no such file. */
  size: (name: string) => Promise<number | undefined>
  open: (name: string, range?: ByteRange) => Promise<OpenFile | undefined>
  /** What is not there counts as removed. */
  remove: (names: string[]) => Promise<void>
  /** Incomplete files of a process that was killed. They are never served. */
  removeDrafts: (before: Date) => Promise<void>
  /** Rejects with a reason for the owner when files can not be stored. */
  check: () => Promise<void>
}

/** Both ends are included. */
export type ByteRange = { start: number; end: number }

type OpenFile = { stream: Readable; bytes: number }

/** What is wrong with a bucket, written for the owner. */
export class BucketError extends Error {}
