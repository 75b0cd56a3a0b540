import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * The search parameters of an admin route, for the links to it. What an address really says is checked by the screen
 * (`useList`): its schema is not in the script that shoppers load, and all routes are.
 */
export const declareSearch =
  <Search extends object>() =>
  (search: Record<string, unknown>): Search =>
    search as Search

/** JSON, but a text stays text if its number would be written differently: the order number 61e33203 is not infinite. */
function parseValue(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number' && String(value) !== text)
    throw new SyntaxError('not a plain number')
  return value
}

export const parseSearch = parseSearchWith(parseValue)
export const stringifySearch = stringifySearchWith(JSON.stringify, parseValue)
