/** A call to the provider that failed: no answer, an error status, or an answer that cannot be used. */
export class ProviderError extends Error {
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  /** False when the request surely never arrived. */
  readonly sent: boolean

  constructor(
    message: string,
    {
      status,
      retryAfterSeconds,
      sent,
    }: { status?: number; retryAfterSeconds?: number; sent: boolean },
  ) {
    super(message)
    this.name = 'ProviderError'
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.sent = sent
  }

  static notSent(reason: 'busy' | 'circuit open') {
    return new ProviderError(`The payment provider was not asked: ${reason}`, { sent: false })
  }

  /** The token lacks the permission. */
  get isForbidden() {
    return this.status === 401 || this.status === 403
  }

  get isMissing() {
    return this.status === 404
  }

  /** A definite no, as opposed to a temporary failure. */
  get isRefusal() {
    const { status } = this
    return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
  }
}
