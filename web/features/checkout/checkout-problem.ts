import { ORPCError } from '@orpc/client'

/** Where on the way to the payment page it failed. */
type Stage = 'order' | 'link'

export class CheckoutProblem extends Error {
  readonly stage: Stage
  /** The code of a refusal; without one, something broke. */
  readonly code: string | null
  /** For OUT_OF_STOCK. */
  readonly product_ids: readonly string[]
  /** For TOTAL_CHANGED. */
  readonly total: number | null

  constructor(stage: Stage, cause: unknown) {
    const refusal = refusalOf(cause)
    super(refusal?.message ?? OTHERWISE[stage], { cause })
    const data = (refusal?.data ?? {}) as { product_ids?: string[]; total?: number }
    this.stage = stage
    this.code = refusal?.code ?? null
    this.product_ids = data.product_ids ?? []
    this.total = data.total ?? null
  }
}

const OTHERWISE = {
  order: 'Failed to place order. Please try again.',
  link: 'Failed to create payment link',
}

/** What the server says in words meant for shoppers; a fault of ours or of the form is not. */
export function refusalOf(error: unknown) {
  if (!(error instanceof ORPCError)) return null
  return error.status < 500 && error.status !== 400 ? error : null
}

export async function inStage<Answer>(stage: Stage, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw new CheckoutProblem(stage, error)
  }
}
