import { oneLine } from './format.ts'
import { Layout } from './layout.tsx'
import type { Mail } from './mail.ts'
import { Action } from './parts/Copy.tsx'
import { Dome } from './parts/Dome.tsx'
import { Facts, Story } from './parts/Panel.tsx'

/** Stands in for an id that no template has: shows the look and whatever simple values were given. */
export const generic: Mail<{ id: string; values: object }> = {
  subject: ({ id }, shop) => `Preview of ${id} · ${shop.name}`,
  Body: ({ data, shop }) => (
    <Layout because="This is a preview." preview={`Preview of ${data.id}`} shop={shop}>
      <Dome
        action={<Action href={`${shop.url}/`}>Visit the shop</Action>}
        eyebrow="Preview"
        lede="There is no template of this name yet. Your mail would look like this."
        title={oneLine(data.id)}
        tone="blush"
      />
      <Story>
        <Facts facts={Object.entries(data.values).map(asFact)} />
      </Story>
    </Layout>
  ),
}

const asFact = ([field, value]: [string, unknown]) =>
  (typeof value === 'string' || typeof value === 'number') &&
  ([oneLine(field), oneLine(String(value))] as const)
