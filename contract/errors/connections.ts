/** Of keys for programs. */
export const CONNECTIONS_ERRORS = {
  TOO_MANY_KEYS: {
    status: 409,
    message: 'There are 50 keys. Please revoke those that are no longer used.',
  },
}
