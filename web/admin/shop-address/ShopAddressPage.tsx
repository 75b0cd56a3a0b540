import { useQuery } from '@tanstack/react-query'
import type { ShopAddressSettings } from '#contract/shop-address.ts'
import { api } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { ChangeHistory } from '../kit/ChangeHistory.tsx'
import { Warning } from '../kit/figures.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { AddressForm } from './AddressForm.tsx'

/** What used to need a variable of the server. A change is in use at once, in every process. */
export function ShopAddressPage() {
  const settings = useQuery(api.shop_address.get.queryOptions())
  return (
    <AdminPage title="Shop Address" help="shopAddress">
      <WhenLoaded query={settings} failure="Failed to load the address">
        {(data) => (
          <>
            <Warnings settings={data} />
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <AddressForm settings={data} />
              <div className="grid gap-4">
                <InUse settings={data} />
                <Card title="Changes">
                  <ChangeHistory type="operating_settings" id="shop" />
                </Card>
              </div>
            </div>
          </>
        )}
      </WhenLoaded>
    </AdminPage>
  )
}

function Warnings({
  settings: { public_url, trusted_proxies },
}: {
  settings: ShopAddressSettings
}) {
  return (
    <>
      {public_url.source === 'environment' && (
        <Warning title="The address is set by the environment">
          The server's variable PUBLIC_URL is in use. What you save here is used once it is removed.
        </Warning>
      )}
      {trusted_proxies.source === 'environment' && (
        <Warning title="The proxies are set by the environment">
          The server's variable TRUST_PROXY is {trusted_proxies.value}. It wins over the number
          below.
        </Warning>
      )}
    </>
  )
}

const SOURCES = { environment: 'Environment', saved: 'Saved here', default: 'Not set yet' }

function InUse({ settings: { public_url, checked_at } }: { settings: ShopAddressSettings }) {
  const isSecure = public_url.value.startsWith('https:')
  return (
    <Card title="In use">
      <div className="grid gap-2 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium [overflow-wrap:anywhere]">{public_url.value}</span>
          <Badge tone={public_url.source === 'default' ? 'yellow' : 'green'}>
            {SOURCES[public_url.source]}
          </Badge>
        </p>
        <p className="text-quiet">
          {checked_at ? (
            <>
              The shop answered there on <LocalTime iso={checked_at} withTime />.
            </>
          ) : (
            'Not checked yet.'
          )}
        </p>
        {!isSecure && (
          <p className="text-honey">
            Without TLS this address is for this machine alone: browsers of customers could not sign
            in or pay.
          </p>
        )}
        <p className="text-quiet">
          Used in links of mails, for search engines, as the address that customers come back to
          from Clover, and in Clover's webhook address.
        </p>
      </div>
    </Card>
  )
}
