// Apart from the schemas, so that zod stays out of shoppers' bundles.

export const RETURN_STATUSES = [
  'asked',
  'approved',
  'declined',
  'withdrawn',
  'arrived',
  'refunded',
  'closed',
] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

/** Which status follows which. The server refuses every other step; screens offer these. */
export const NEXT_RETURN_STATUSES: Record<ReturnStatus, readonly ReturnStatus[]> = {
  asked: ['approved', 'declined', 'withdrawn'],
  // Closed: it never came.
  approved: ['arrived', 'closed'],
  arrived: ['refunded', 'closed'],
  declined: [],
  withdrawn: [],
  refunded: [],
  closed: [],
}

export const isReturnOpen = (status: ReturnStatus) => NEXT_RETURN_STATUSES[status].length > 0

export const MOST_RETURN_PICTURES = 4
export const LONGEST_RETURN_REASON = 2000
