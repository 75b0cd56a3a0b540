/** Of keys and webhooks. */
export const CONNECTIONS_ERRORS = {
  TOO_MANY_KEYS: {
    status: 409,
    message: 'There are 50 keys. Please revoke those that are no longer used.',
  },
  TOO_MANY_WEBHOOKS: {
    status: 409,
    message: 'There are 20 webhooks. Please remove those that are no longer used.',
  },
  ADDRESS_NOT_PUBLIC: {
    status: 409,
    message: 'This address can not be called from the shop. It has to be one of the internet.',
  },
  WEBHOOK_OFF: { status: 409, message: 'This webhook is switched off. Switch it on first.' },
}
