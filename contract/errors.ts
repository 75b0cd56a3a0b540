import * as z from 'zod'
import { Id, Money, Time } from './fields.ts'
import { SHORTEST_ADMIN_PASSWORD } from './rules.ts'

/**
 * Every refusal of the API, once: its code, HTTP status, message and data. Procedures declare theirs with
 * `.errors(refusals('CODE', …))`, use cases throw `errors.CODE()`, the browser asks `hasErrorCode(error, 'CODE')`.
 */
export const ERRORS = {
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Too many requests. Please wait a moment and try again.',
    data: z.object({ retry_after_seconds: z.number() }),
  },
  UNAUTHORIZED: { status: 401, message: 'Please sign in to continue.' },
  FORBIDDEN: { status: 403, message: "You don't have permission to do this." },
  UNAVAILABLE: {
    status: 503,
    message: 'The shop is busy right now. Please try again in a moment.',
  },
  UNSTORABLE_TEXT: {
    status: 400,
    message: 'The text contains a character that cannot be stored',
  },
  ROW_NOT_FOUND: {
    status: 404,
    message: 'This no longer exists. Somebody may have deleted it.',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Somebody else has changed this meanwhile.',
    data: z.object({
      /** The version to save over, once the admin has decided. */
      version: z.int(),
      changed_by: z.string(),
      changed_at: Time,
      changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  },

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

  PRODUCT_NOT_FOUND: { status: 404, message: 'Product not found' },
  STOCK_BELOW_ZERO: {
    status: 409,
    message: 'There are fewer units left than you take away. Some were sold meanwhile.',
    data: z.object({ stock: z.int() }),
  },
  STILL_IN_STOCK: { status: 409, message: 'Good news: it is in stock. You can order it now.' },
  EMAIL_NEEDED: { status: 409, message: 'Please enter your email address.' },
  ALREADY_ANNOUNCED: { status: 409, message: 'This was already announced.' },
  NOT_ANNOUNCEABLE: {
    status: 409,
    message:
      'Only a product that can be bought is announced, and a sale only when its price is lower.',
  },
  CATEGORY_NOT_FOUND: { status: 409, message: 'This category no longer exists' },
  CATEGORY_NAME_TAKEN: { status: 409, message: 'Another category has this name' },
  ATTRIBUTE_NAME_TAKEN: { status: 409, message: 'Another attribute has this name' },
  TOO_MANY_ATTRIBUTES: { status: 409, message: 'There can be six attributes at most' },
  PAGE_NOT_FOUND: { status: 404, message: 'Page not found' },
  SLUG_TAKEN: { status: 409, message: 'Another page has this address' },
  SLUG_OF_SHOP: {
    status: 409,
    message:
      'The shop itself uses this address, so visitors would never see the page. Choose another one.',
  },

  REVIEW_EXISTS: { status: 409, message: 'You have already reviewed this product' },
  REVIEW_NOT_FOUND: { status: 404, message: 'This review is no longer there' },
  OWN_REVIEW: { status: 409, message: 'You cannot vote for your own review' },

  FILE_TOO_LARGE: {
    status: 413,
    message: 'The file is larger than 5MB (25MB for a video)',
    data: z.object({ max_bytes: z.number() }),
  },
  NOT_AN_IMAGE: {
    status: 415,
    message: 'The file is not an image (JPEG, PNG, WebP, GIF or AVIF)',
  },
  NOT_A_MEDIA_FILE: {
    status: 415,
    message:
      'The file is neither an image (JPEG, PNG, WebP, GIF or AVIF) nor a video (MP4 or WebM)',
  },
  TOO_MANY_PIXELS: {
    status: 413,
    message: 'The image has more than 24 megapixels',
    data: z.object({ max_megapixels: z.number() }),
  },
  SIDE_TOO_LONG: {
    status: 413,
    message: 'The image is wider or higher than 16,000 pixels',
    data: z.object({ max_pixels: z.number() }),
  },
  UPLOAD_PURPOSE_UNKNOWN: { status: 400, message: 'The purpose of the upload is not known' },
  UPLOAD_INCOMPLETE: {
    status: 400,
    message: 'The file did not arrive whole. Please try again.',
  },
  UPLOAD_QUOTA_USED: {
    status: 429,
    message: 'You have uploaded as much as is possible in one day. Please go on tomorrow.',
    data: z.object({ max_bytes: z.number() }),
  },
  STORAGE_FULL: {
    status: 507,
    message: 'There is no room for more files at the moment. Please try again later.',
  },
  UPLOADS_BUSY: {
    status: 503,
    message: 'Many files are being uploaded at the moment. Please try again in a few seconds.',
  },
  PICTURE_NOT_ENCODED: {
    status: 503,
    message: 'The picture could not be processed. Please try again or choose another one.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    message: 'The file could not be stored. Please try again in a moment.',
  },
  FILE_NOT_USABLE: {
    status: 409,
    message: 'An uploaded file is no longer there. Please upload it again.',
    data: z.object({ urls: z.array(z.string()) }),
  },

  ORDER_NOT_FOUND: { status: 404, message: 'Order not found' },
  ORDER_CHANGED: {
    status: 409,
    message: 'Somebody else has changed the status of this order meanwhile.',
  },
  OUT_OF_STOCK: {
    status: 409,
    message: 'Some items are no longer available.',
    data: z.object({ product_ids: z.array(Id) }),
  },
  TOTAL_CHANGED: {
    status: 409,
    message: 'Prices have changed since you filled your cart. Please check your order again.',
    data: z.object({ subtotal: Money, discount: Money, total: Money }),
  },
  COUPON_NOT_VALID: { status: 409, message: 'This coupon code is not valid' },
  COUPON_CODE_TAKEN: { status: 409, message: 'Another coupon has this code' },
  COUPON_USED_UP: { status: 409, message: 'This coupon has reached its usage limit' },
  KEY_REUSED: {
    status: 409,
    message: 'This order was already placed with other contents. Please reload the page.',
  },
  COUPON_NEEDS_HOLD: {
    status: 409,
    message:
      'This coupon needs items that we can reserve for you. Please pay for your open orders first, or order fewer items.',
  },
  TOO_LARGE: {
    status: 409,
    message: 'This order is too large to pay online. Please contact us.',
  },
  ADDRESS_KNOWN: { status: 409, message: 'This order already has an address.' },

  NOT_CONFIGURED: { status: 409, message: 'Clover payment is not configured' },
  INVALID_CLOVER_CREDENTIALS: {
    status: 409,
    message: 'Invalid credentials - unable to connect to Clover',
  },
  MERCHANTS_NOT_LOADED: { status: 409, message: 'Failed to load merchants from Clover' },
  CLOVER_TOKEN_REFUSED: {
    status: 409,
    message:
      'Failed to load merchants from Clover: Clover refused this token. Please copy it again from your Clover dashboard.',
  },
  CLOVER_NOT_ANSWERING: {
    status: 424,
    message: 'Clover does not answer at the moment. Please try again in a few minutes.',
  },
  PROVIDER_UNAVAILABLE: { status: 503, message: 'Failed to create payment link' },
  ORDER_CLOSED: {
    status: 409,
    message: 'This order can no longer be paid. Please order again.',
  },
  PAYMENT_NOT_FOUND: { status: 404, message: 'Payment not found' },
  MORE_THAN_PAID: {
    status: 409,
    message: 'The refund is more than what is left of this payment.',
    data: z.object({ left: Money }),
  },
  REFUND_NOT_FOUND: { status: 404, message: 'Refund not found' },
  REFUND_NOT_FAILED: { status: 409, message: 'This refund is already done or under way.' },
  NOT_ACCEPTABLE: {
    status: 409,
    message: 'This payment can not complete its order. Please refund it.',
  },

  INVALID_CREDENTIALS: { status: 401, message: 'Invalid email or password' },
  NEW_PASSWORD_NEEDED: {
    status: 409,
    message: `Administrators need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. We have sent you a link to choose a new one.`,
  },
  WRONG_CODE: { status: 401, message: 'This code is not right. Please try again.' },
  START_AGAIN: { status: 401, message: 'Please sign in with your password again.' },
  WORST_PASSWORD: {
    status: 409,
    message: 'This password is one of the first that anyone would try. Please choose another.',
  },
  PASSWORD_TOO_SHORT: {
    status: 409,
    message: `Administrators need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters.`,
  },
  WRONG_PASSWORD: { status: 409, message: 'This is not your current password.' },
  LINK_EXPIRED: {
    status: 409,
    message: 'This link has expired or was already used. Please ask for a new one.',
  },
  ADDRESS_TAKEN: {
    status: 409,
    message: 'This address can not be used. Please choose another.',
  },
  OWN_ADMIN_NEEDED: {
    status: 409,
    message: 'Create your own account first: this one is the only administrator.',
  },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended.' },
  ADDRESS_SUPPRESSED: {
    status: 409,
    message:
      'We send no marketing mail to this address. Please write to us if you want to change this.',
  },
  NOT_CONFIRMED: { status: 409, message: 'Please confirm your address first.' },
  ORDER_UNDER_WAY: {
    status: 409,
    message:
      'An order of yours is still under way. You can delete your account once it has arrived.',
  },
  LAST_ADMIN: {
    status: 409,
    message: 'You are the only administrator. Give somebody else that role first.',
  },
  ALREADY_ON: { status: 409, message: 'Two-step sign-in is already on.' },
  NOT_ON: { status: 409, message: 'Two-step sign-in is not on.' },

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
  TEXT_ERASED: { status: 409, message: 'This mail carried a personal link and was not kept.' },
} satisfies Record<string, { status: number; message: string; data?: z.ZodType }>

export type ErrorCode = keyof typeof ERRORS

/** What an error carries beside its message; undefined for most. */
export type ErrorData<Code extends ErrorCode> = (typeof ERRORS)[Code] extends {
  data: infer Data extends z.ZodType
}
  ? z.infer<Data>
  : undefined

/** The errors that a procedure declares. */
export function refusals<Code extends ErrorCode>(...codes: Code[]): Pick<typeof ERRORS, Code> {
  return Object.fromEntries(codes.map((code) => [code, ERRORS[code]])) as Pick<typeof ERRORS, Code>
}
