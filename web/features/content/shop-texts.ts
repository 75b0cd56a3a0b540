import type { TextKey } from '#contract/shop-texts.ts'
import type { Api } from '../../lib/api.ts'
import type { RouterContext } from '../../router.tsx'

export const shopText = (api: Api, key: TextKey) =>
  api.shop_texts.list.queryOptions({ input: { keys: [key] } })

/** The loader of a page that shows one of the owner's texts. Short: it is in the first script of every page. */
export const loadText =
  (key: TextKey) =>
  async ({ context: { api, queryClient } }: { context: RouterContext }) =>
    void (await queryClient.ensureQueryData(shopText(api, key)))
