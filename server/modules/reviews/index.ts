export { countUnansweredReviews } from './moderate-reviews.ts'
export { forgetReviewer } from './personal-data.ts'
export { reviewsDemoData } from './remove-demo-data.ts'
export { reviewsRouter, rpcRouter } from './reviews.router.ts'
