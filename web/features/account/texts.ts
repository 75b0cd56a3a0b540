/** What the specification says word for word. */
export const TEXTS = {
  terms: 'You must agree to the Terms of Service and Privacy Policy',
  signedUp: 'Account created! You can now sign in with your credentials.',
  signedIn: 'Welcome back!',
  noOrders: 'No orders yet',
  startShopping: 'Start shopping',
}
