type Facts = { status?: number; retryAfterSeconds?: number; sent: boolean }

/** The provider did not do what we asked for. */
export class ProviderError extends Error {
  /** What it answered, if it did. */
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  /** False when the request surely never arrived. */
  readonly sent: boolean

  constructor(message: string, { status, retryAfterSeconds, sent }: Facts) {
    super(message)
    this.name = 'ProviderError'
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.sent = sent
  }

  static notSent(reason: 'busy' | 'closed') {
    return new ProviderError(`The payment provider was not asked: ${reason}`, { sent: false })
  }

  /** The token may not do this; the thing itself may be fine. */
  get isForbidden() {
    return this.status === 401 || this.status === 403
  }

  get isMissing() {
    return this.status === 404
  }

  /** A definite no, as opposed to trouble that may pass. */
  get isRefusal() {
    const { status } = this
    return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
  }
}
