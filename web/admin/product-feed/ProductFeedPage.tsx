import { useQuery } from '@tanstack/react-query'
import { type FeedSettings, FeedSettingsEdit } from '#contract/product-feed.ts'
import { api, client } from '../../lib/api.ts'
import { Checkbox, Input } from '../../ui/Field.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { CopyLine } from '../kit/CopyLine.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

/** Whether search and social networks may read the products as a list, and where. */
export function ProductFeedPage() {
  const settings = useQuery(api.product_feed.settings.queryOptions())
  return (
    <AdminPage help="productFeed" title="Product Feed">
      <WhenLoaded query={settings} failure="Failed to load the product feed">
        {(stored) => (
          <div className="grid gap-5">
            <FeedForm stored={stored} onReload={() => void settings.refetch()} />
            {stored.enabled && <FeedAddress url={stored.url} />}
            <ChangeHistory type="product_feed" id={stored.id} />
          </div>
        )}
      </WhenLoaded>
    </AdminPage>
  )
}

function FeedForm({ stored, onReload }: { stored: FeedSettings; onReload: () => void }) {
  const { enabled, brand, version } = stored
  const form = useEditForm({
    schema: FeedSettingsEdit,
    values: { enabled, brand },
    version,
    save: (values, seen) =>
      client.product_feed.save_settings({ ...values, version: seen ?? version }),
    success: 'The product feed is saved',
    failure: 'Not saved',
    refresh: [api.product_feed.key()],
    reload: onReload,
  })
  return (
    <EditFormFrame form={form} label="Product feed">
      <Card>
        <div className="grid gap-5">
          <Checkbox label="Offer a product feed" {...form.register('enabled')} />
          <FormField
            form={form}
            name="brand"
            label="Brand"
            optional
            hint="Of all products that name no other, such as the name of your shop if you make them yourself."
          >
            <Input
              {...form.register('brand')}
              maxLength={70}
              autoComplete="off"
              className="max-w-md"
            />
          </FormField>
        </div>
      </Card>
    </EditFormFrame>
  )
}

function FeedAddress({ url }: { url: string }) {
  return (
    <Card
      title="Where it is"
      text="Enter this address in Google Merchant Center, Meta Commerce Manager or Pinterest as a file that is fetched every day."
    >
      <CopyLine label="Address of the feed" value={url} />
      <p className="mt-3 text-quiet text-sm">
        It has every product on sale that has a picture and a price, with sizes and shades, sale
        prices, stock, shipping and tax as you set them.
      </p>
    </Card>
  )
}
