export { mailSuppressionsRouter } from './consent.router.ts'
export {
  type ConsentChange,
  choosePreferences,
  consentRecordsOf,
  decisionsOf,
  optOut,
  proofOfConsent,
  recordConsent,
  recordImportedConsents,
  removeAllConsent,
  removeImportedConsent,
} from './marketing-consent.ts'
export {
  countNewsReaders,
  listNewsReaders,
  MAIL_KINDS,
  type MailKind,
  newsletterReaders,
  normalizeAddress,
  REFUSALS,
  type Refusal,
  standingOf,
  standingsOf,
  withNewsRefusal,
} from './standing.ts'
export { consentsExport, suppressBounced, suppressionsExport } from './suppressions.ts'
