import type { OpenAPI } from '@orpc/contract'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { IMAGE_TYPES, UPLOAD_PURPOSES, UPLOAD_RULES, VIDEO_TYPES } from '#contract/media.ts'

const REFUSALS: ErrorCode[] = [
  'UPLOAD_PURPOSE_UNKNOWN',
  'UPLOAD_INCOMPLETE',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'ORDER_NOT_FOUND',
  'RETURN_NOT_POSSIBLE',
  'FILE_TOO_LARGE',
  'TOO_MANY_PIXELS',
  'SIDE_TOO_LONG',
  'NOT_AN_IMAGE',
  'NOT_A_MEDIA_FILE',
  'TOO_MANY_REQUESTS',
  'UPLOAD_QUOTA_USED',
  'UPLOADS_BUSY',
  'PICTURE_NOT_ENCODED',
  'STORAGE_UNAVAILABLE',
  'STORAGE_FULL',
]

const whoMay = UPLOAD_PURPOSES.map(
  (purpose) => `${purpose} (${UPLOAD_RULES[purpose].area ?? 'signed-in'})`,
).join(', ')

/** The upload is no procedure, so its OpenAPI operation is written by hand. */
export const UPLOAD_OPERATION: OpenAPI.OperationObject & { 'x-policy': string } = {
  operationId: 'media.upload',
  summary: 'Upload one picture or video',
  description: `Recognised by content, whatever its name or type says. Pictures (${names(IMAGE_TYPES)}) up to 5 MB, 24 megapixels and 16,000 pixels a side are encoded again without metadata; videos (${names(VIDEO_TYPES)}, for reviews) up to 25 MB keep picture and sound alone. A file that nothing uses is removed after a day.`,
  security: [{ session: [] }],
  'x-policy': 'signed-in, an area of the back office, or access to the order, by purpose',
  parameters: [
    {
      name: 'purpose',
      in: 'query',
      required: true,
      description: `What the file is for, and who may upload it: ${whoMay}.`,
      schema: { type: 'string', enum: [...UPLOAD_PURPOSES] },
    },
    {
      name: 'order',
      in: 'query',
      description: 'For a return: the id of the order. The file is private to it and the desk.',
      schema: { type: 'string', format: 'uuid' },
    },
    {
      name: 'key',
      in: 'query',
      description: "The secret of a guest's link, where there is no cookie of the checkout.",
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            file: { type: 'string', contentMediaType: 'application/octet-stream' },
          },
          required: ['file'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The file is stored',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              url: {
                type: 'string',
                examples: ['/files/0123456789abcdef-1700000000000-900x700.jpg'],
              },
              type: { type: 'string', enum: [...IMAGE_TYPES, ...VIDEO_TYPES] },
              bytes: { type: 'integer', minimum: 1 },
              width: { type: ['integer', 'null'], description: 'Null for videos' },
              height: { type: ['integer', 'null'] },
            },
            required: ['url', 'type', 'bytes', 'width', 'height'],
          },
        },
      },
    },
    ...refusals(),
  },
}

function names(types: readonly string[]) {
  return types.map((type) => type.split('/')[1]?.toUpperCase()).join(', ')
}

/** Codes with the same status are one response. */
function refusals(): OpenAPI.ResponsesObject {
  const statuses = new Set(REFUSALS.map((code) => ERRORS[code].status))
  return Object.fromEntries([...statuses].map((status) => [status, refusal(status)]))
}

function refusal(status: number): OpenAPI.ResponseObject {
  const codes = REFUSALS.filter((code) => ERRORS[code].status === status)
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            defined: { const: true },
            code: { type: 'string', enum: codes },
            status: { const: status },
            message: { type: 'string' },
            data: {},
          },
          required: ['defined', 'code', 'status', 'message'],
        },
      },
    },
  }
}
