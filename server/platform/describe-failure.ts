import { ConfigError } from './config.ts'

/** Why the shop does not start. Its message is one line for the owner. */
export class Refusal extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Refusal'
  }
}

const FULL = 'Make room, then start again.'

/** By the code of the system or of PostgreSQL: what an owner can do something about. */
const IN_WORDS: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk is full${path && ` (${path})`}. ${FULL}`,
  EDQUOT: (path) => `The disk quota of this user is used up${path && ` (${path})`}. ${FULL}`,
  '53100': () => `The disk of PostgreSQL is full. ${FULL}`,
  EROFS: (path) => `The disk can only be read${path && ` (${path})`}. Choose another DATA_DIR.`,
  EACCES: (path) => `This user may not use ${path || 'a file or port'}. Give it the right to.`,
}

/** What a program prints when it cannot go on: our own errors are written for the owner, others need their stack. */
export function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', path = '' } = cause as NodeJS.ErrnoException
    const describe = IN_WORDS[code]
    if (describe) return describe(path)
  }
  const isOwn = error instanceof ConfigError || Object.getPrototypeOf(error) === Error.prototype
  return isOwn ? error.message : error
}
