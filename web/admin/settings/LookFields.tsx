import { CircleCheck } from 'lucide-react'
import {
  accentContrast,
  DEFAULT_ACCENT,
  HEX_COLOUR,
  LOWEST_CONTRAST,
  readableAccent,
} from '#contract/colours.ts'
import { settingProblem } from '#contract/edit-settings.ts'
import { Button } from '../../ui/Button.tsx'
import { Uploader } from '../../ui/Uploader.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { ColourField } from '../kit/ColourField.tsx'
import type { SettingsForm } from './settings-form.ts'

/** Logo and accent colour, for the shop, mails and invoices. */
export function LookFields({ form }: { form: SettingsForm }) {
  return (
    <Card title="Look" text="Used by the shop, mails and invoices.">
      <div className="grid gap-6 lg:grid-cols-2">
        <Logo form={form} />
        <AccentColour form={form} />
      </div>
    </Card>
  )
}

function Logo({ form }: { form: SettingsForm }) {
  const logo = form.textOf('logo_url')
  return (
    <Uploader
      purpose="logo"
      label={form.saved.includes('logo_url') ? 'Logo (saved)' : 'Logo'}
      hint="Takes the place of the flower and the name. PNG or JPEG, at most 5MB; a wide one with a transparent ground works best."
      maxFiles={1}
      value={logo ? [logo] : []}
      onChange={([url]) => form.type('logo_url', url ?? '')}
      onBusyChange={form.setUploading}
      error={form.problems.logo_url ?? settingProblem('logo_url', logo)}
    />
  )
}

function AccentColour({ form }: { form: SettingsForm }) {
  const accent = form.textOf('accent_colour')
  const isWhole = HEX_COLOUR.test(accent)
  // While it is typed, only what is whole is judged.
  const problem =
    form.problems.accent_colour ?? (isWhole ? settingProblem('accent_colour', accent) : undefined)
  // Of a colour that is too light, the shade that would be dark enough.
  const shown = isWhole ? readableAccent(accent) : DEFAULT_ACCENT
  const isTooLight = isWhole && accentContrast(accent) < LOWEST_CONTRAST
  return (
    <div className="grid content-start gap-3">
      <ColourField
        label="Accent colour"
        mark={form.saved.includes('accent_colour') && <SavedMark />}
        value={accent}
        fallback={DEFAULT_ACCENT}
        error={problem}
        hint="Buttons, links and marks. Empty: the shop's own rose."
        onChange={(value) => form.type('accent_colour', value)}
      />
      {isTooLight && (
        <Button
          look="outline"
          className="justify-self-start"
          onClick={() => form.type('accent_colour', readableAccent(accent))}
        >
          <span
            aria-hidden="true"
            className="size-4 rounded-full"
            style={{ background: readableAccent(accent) }}
          />
          Use {readableAccent(accent)}
        </Button>
      )}
      <div
        aria-hidden="true"
        className="flex flex-wrap items-center gap-4 rounded-field border border-line bg-paper px-4 py-3.5 text-sm"
      >
        <span
          className="rounded-full px-5 py-2.5 font-medium text-on-rose"
          style={{ background: shown }}
        >
          Add to Cart
        </span>
        <span className="underline underline-offset-4" style={{ color: shown }}>
          A link
        </span>
        <span className="text-quiet">{accentContrast(shown).toFixed(1)}:1</span>
      </div>
    </div>
  )
}

export const SavedMark = () => (
  <span className="ml-2 inline-flex items-center gap-1 font-normal text-leaf text-sm">
    <CircleCheck aria-hidden="true" className="size-3.5" />
    Saved
  </span>
)
