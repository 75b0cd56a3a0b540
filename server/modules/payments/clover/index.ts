export { type Clover, cloverOf, createClover, type PaymentLine } from './client.ts'
export {
  activeCredentials,
  type Credentials,
  isPaymentConfigured,
  isSimulated,
  knownCredentials,
  otherCurrency,
  savedAccounts,
  sealCredential,
  unreadableCredentials,
  usableCredentials,
  webhookSecrets,
} from './credentials.ts'
export {
  type ProviderPayment,
  type ProviderSession,
  parseWebhookEvent,
  type WebhookEvent,
} from './parsing.ts'
export { ProviderError } from './provider-error.ts'
export { verifySignature } from './signature.ts'
