import * as z from 'zod'

/** Of the shop as a whole: backups, restores and ownership. */
export const SHOP_ERRORS = {
  BACKUP_RUNNING: {
    status: 409,
    message: 'A backup is being written at the moment. Please try again when it is done.',
  },
  BACKUP_FAILED: {
    status: 409,
    message: 'The backup could not be written, so nothing was changed.',
    data: z.object({ reason: z.string() }),
  },
  BACKUP_NOT_FOUND: { status: 404, message: 'This backup is no longer there.' },
  PASSPHRASE_NEEDED: {
    status: 409,
    message: 'Choose a passphrase: without one nothing is copied.',
  },
  WRONG_PASSPHRASE: { status: 409, message: 'This passphrase does not open the backup.' },
  BACKUP_UNREADABLE: {
    status: 409,
    message: 'This backup can not be restored, so nothing was changed.',
    data: z.object({ reason: z.string() }),
  },
  BUCKET_REFUSED: {
    status: 409,
    message: 'The bucket can not be used.',
    data: z.object({ reason: z.string() }),
  },
  BUCKET_SECRET_NEEDED: {
    status: 409,
    message: 'Enter the secret key again: the stored one belongs to another bucket or key.',
  },
  RESTORE_RUNNING: { status: 409, message: 'A restore is running at the moment.' },
  RESTORING: {
    status: 503,
    message: 'The shop is being restored from a backup. It comes back by itself.',
    data: z.object({ step: z.string() }),
  },
  LAST_BACKUP: { status: 409, message: 'This is the newest backup, so it stays.' },
  NAME_NOT_TYPED: { status: 409, message: 'This is not the name of the shop.' },
  ALREADY_YOURS: { status: 409, message: 'This is already your own shop.' },
  OWN_ORDERS_PAID: {
    status: 409,
    message: 'Customers have paid for orders in this shop. They would be removed, too.',
    data: z.object({ count: z.int(), total: z.number() }),
  },
  UNDO_NOT_POSSIBLE: {
    status: 409,
    message: 'This can not be undone here.',
    data: z.object({ reason: z.string() }),
  },

  REDIRECT_FROM_UNUSABLE: {
    status: 409,
    message: 'The old address must be a path such as /products/rose-oil.',
  },
  REDIRECT_FROM_PAGE: {
    status: 409,
    message: 'This is a page of the shop itself, which visitors see instead.',
  },
  REDIRECT_LEAVES_SHOP: {
    status: 409,
    message: 'The new address must be a page of this shop, such as /products.',
  },
  REDIRECT_LOOP: { status: 409, message: 'This would lead visitors in a circle.' },
  REDIRECT_EXISTS: { status: 409, message: 'This old address leads somewhere already.' },
  TOO_MANY_REDIRECTS: { status: 409, message: 'There can be 20,000 redirects at most.' },
}
