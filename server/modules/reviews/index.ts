export { reviewsPart } from './demo-part.ts'
export { countUnansweredReviews } from './moderate-reviews.ts'
export { forgetReviewer, personalDataOf, votesOf } from './personal-data.ts'
export { reviewsRouter, rpcRouter } from './reviews.router.ts'
