/** The filter by rating offers so many stars and more. */
export const RATING_STEPS = [4, 3, 2] as const
