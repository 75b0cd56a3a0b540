import * as z from 'zod'
import { Id } from '../fields.ts'

/** Of products, pages, reviews and files. */
export const CATALOG_ERRORS = {
  PRODUCT_NOT_FOUND: { status: 404, message: 'Product not found' },
  STOCK_BELOW_ZERO: {
    status: 409,
    message: 'There are fewer units left than you take away. Some were sold meanwhile.',
    data: z.object({ stock: z.int() }),
  },
  STILL_IN_STOCK: { status: 409, message: 'Good news: it is in stock. You can order it now.' },
  EMAIL_NEEDED: { status: 409, message: 'Please enter your email address.' },
  NO_NEWSLETTER: { status: 404, message: 'This shop has no newsletter.' },
  ALREADY_ANNOUNCED: { status: 409, message: 'This was already announced.' },
  NOT_ANNOUNCEABLE: {
    status: 409,
    message:
      'Only a product that can be bought is announced, and a sale only when its price is lower.',
  },
  CATEGORY_NOT_FOUND: { status: 409, message: 'This category no longer exists' },
  CATEGORY_NAME_TAKEN: { status: 409, message: 'Another category has this name' },
  GROUP_NAME_TAKEN: { status: 409, message: 'Another group of sizes or shades has this name' },
  IN_ANOTHER_GROUP: {
    status: 409,
    message: 'One of these products belongs to another group already',
    data: z.object({ product_ids: z.array(Id) }),
  },
  VALUE_TAKEN: { status: 409, message: 'Another product of this group has this value' },
  TOO_MANY_MEMBERS: { status: 409, message: 'A group can have 50 products at most' },
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
  CURRENCY_FIXED: {
    status: 409,
    message: 'The shop has orders, so its currency can no longer be changed.',
  },
  FILE_NOT_USABLE: {
    status: 409,
    message: 'An uploaded file is no longer there. Please upload it again.',
    data: z.object({ urls: z.array(z.string()) }),
  },
}
