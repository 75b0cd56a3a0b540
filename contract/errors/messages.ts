import * as z from 'zod'

/** Of chat, mail, campaigns and notifications. */
export const MESSAGES_ERRORS = {
  SHORTCUT_TAKEN: { status: 409, message: 'Another canned reply has this shortcut' },
  TOO_MANY_CANNED_REPLIES: {
    status: 409,
    message: 'There are too many canned replies. Please delete one first.',
  },
  CHAT_NOT_FOUND: { status: 404, message: 'This conversation is no longer there' },
  CHAT_CLOSED: { status: 409, message: 'This conversation is closed' },
  ANSWERED_MEANWHILE: {
    status: 409,
    message: 'A colleague has replied meanwhile. Please read the reply before you send yours.',
    data: z.object({ agent_name: z.string() }),
  },

  UNKNOWN_VARIABLE: {
    status: 409,
    message: 'A text names something that this mail does not have.',
    /** At which field, and what it may name instead. */
    data: z.object({
      issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })),
    }),
  },
  MAIL_NOT_SENT: {
    status: 409,
    message: 'The mail server did not take the mail.',
    data: z.object({ reason: z.string() }),
  },
  MAIL_SERVER_REFUSED: {
    status: 409,
    message: 'The mail server does not answer, or does not accept these settings.',
    data: z.object({ reason: z.string() }),
  },
  ADDRESS_NOT_REACHED: {
    status: 409,
    message: 'The shop does not answer at this address.',
    data: z.object({ reason: z.string() }),
  },
  CHANGED_SINCE_READ: {
    status: 409,
    message: 'This has changed since you read it. Please look at it again.',
  },
  SECRET_NEEDED: {
    status: 409,
    message: 'Enter the password again: the stored one belongs to another server or user.',
  },
  DKIM_KEY_UNUSABLE: {
    status: 409,
    message: 'This is not a private key in PEM format, or its domain and selector are missing.',
  },
  CAMPAIGN_NOT_FOUND: { status: 404, message: 'This campaign no longer exists.' },
  CAMPAIGN_STATE: {
    status: 409,
    message: 'The campaign has moved on meanwhile, so this is no longer possible.',
    data: z.object({ status: z.string() }),
  },
  NO_RECIPIENTS: {
    status: 409,
    message: 'None of these people may get marketing mail.',
  },
  TIME_IS_PAST: { status: 409, message: 'This time is already over.' },
  COUPON_NEEDED: { status: 409, message: 'A sale needs a coupon that takes off a percentage.' },
  PRODUCT_NEEDED: { status: 409, message: 'Choose a product that is in the shop.' },
  MAIL_NOT_FOUND: { status: 404, message: 'Mail not found' },
  NO_MAIL_SERVER: { status: 409, message: 'No mail server is set up yet.' },
  ALREADY_WAITING: { status: 409, message: 'This mail is already on its way.' },
  UNKNOWN_PUSH_SERVICE: {
    status: 409,
    message: 'The shop does not know the push service of this browser.',
  },
  TEXT_ERASED: { status: 409, message: 'This mail carried a personal link and was not kept.' },
}
