import { TriangleAlert } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { HEX_COLOUR, LOWEST_CONTRAST } from '#contract/colours.ts'
import { BACKGROUND_PRESETS, type Gradient } from '#contract/content.ts'
import type { Background, EditableSection } from '#contract/edit-home.ts'
import type { ErrorData } from '#contract/errors.ts'
import { api, client } from '../../lib/api.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { ColourField } from '../kit/ColourField.tsx'
import { ConflictDialog } from '../kit/ConflictDialog.tsx'
import { DIRECTION_NAMES, PRESET_NAMES, SECTION_TITLES } from '../kit/content-names.ts'
import { CancelButton, LeaveGuard } from '../kit/unsaved-changes.tsx'

/** How the home page shows a background, and the lowest contrast of text on it. */
export type LookOf = (background: Background) => {
  className: string
  style?: CSSProperties
  contrast: number
}

const DEFAULT_GRADIENT: Gradient = {
  direction: 'to-b',
  start: { colour: '#f7e8e5', opacity: 100 },
  middle: { colour: '#fdf3ec', opacity: 100 },
  end: { colour: '#fffcfa' },
}

type Preset = (typeof BACKGROUND_PRESETS)[number]

type BackgroundDialogProps = { section: EditableSection; lookOf: LookOf; onClose: () => void }

export function BackgroundDialog({ section, lookOf, onClose }: BackgroundDialogProps) {
  const stored = backgroundOf(section)
  const [type, setType] = useState(stored.background_type)
  // Both stay in state, so that a look at the other kind loses nothing.
  const [preset, setPreset] = useState<Preset>(
    stored.background_type === 'preset' ? stored.background_value : 'white',
  )
  const [gradient, setGradient] = useState<Gradient>(
    stored.background_type === 'custom' ? stored.background_value : DEFAULT_GRADIENT,
  )
  const background: Background =
    type === 'preset'
      ? { background_type: type, background_value: preset }
      : { background_type: type, background_value: gradient }
  const isDirty = JSON.stringify(background) !== JSON.stringify(stored)
  const [conflict, setConflict] = useState<ErrorData<'CHANGED_MEANWHILE'> | null>(null)
  const { section_name } = section
  const { mutate, isPending } = useAdminMutation({
    run: (version: number) =>
      client.section_backgrounds.save({ section_name, version, background }),
    success: 'Section background updated successfully',
    failure: 'Failed to update section background',
    refresh: [api.section_backgrounds.key()],
    onSuccess: onClose,
    onError: (error) => {
      if (!hasErrorCode(error, 'CHANGED_MEANWHILE')) return false
      setConflict(error.data)
      return true
    },
  })
  const look = lookOf(background)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Background of ${SECTION_TITLES[section_name]}`}
      footer={
        <>
          <CancelButton onCancel={onClose} />
          <Button busy={isPending} onClick={() => mutate(section.version)}>
            Save
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <div
          className={`grid gap-1 rounded-card border border-line px-5 py-8 ${look.className}`}
          style={look.style}
        >
          <p className="font-display text-2xl">{SECTION_TITLES[section_name]}</p>
          <p className="text-quiet">How text looks on this background.</p>
        </div>
        {look.contrast < LOWEST_CONTRAST && (
          <p role="alert" className="flex items-start gap-2 text-danger text-sm">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Text is hard to read on these colours (contrast {look.contrast.toFixed(1)}, at least{' '}
            {LOWEST_CONTRAST} is needed). Choose lighter or darker ones.
          </p>
        )}
        <Tabs
          label="Kind of background"
          tabs={[
            { name: 'preset', label: 'Presets' },
            { name: 'custom', label: 'Custom gradient' },
          ]}
          value={type}
          onChange={setType}
        >
          {type === 'preset' ? (
            <Presets chosen={preset} lookOf={lookOf} onChange={setPreset} />
          ) : (
            <GradientFields gradient={gradient} onChange={setGradient} />
          )}
        </Tabs>
      </div>
      <LeaveGuard isDirty={isDirty && !isPending} inDialog />
      {conflict && (
        <ConflictDialog
          busy={isPending}
          conflict={{
            ...conflict,
            close: () => setConflict(null),
            useTheirs: onClose,
            keepMine: () => mutate(conflict.version),
          }}
        />
      )}
    </Dialog>
  )
}

const backgroundOf = (section: EditableSection): Background =>
  section.background_type === 'preset'
    ? { background_type: 'preset', background_value: section.background_value }
    : { background_type: 'custom', background_value: section.background_value }

type PresetsProps = { chosen: Preset; lookOf: LookOf; onChange: (preset: Preset) => void }

function Presets({ chosen, lookOf, onChange }: PresetsProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      <legend className="sr-only">Preset</legend>
      {BACKGROUND_PRESETS.map((preset) => {
        const look = lookOf({ background_type: 'preset', background_value: preset })
        return (
          <label
            key={preset}
            className="cursor-pointer rounded-field border border-line p-1.5 has-checked:border-rose has-focus-visible:outline-2 has-focus-visible:outline-rose"
          >
            <input
              type="radio"
              name="preset"
              className="sr-only"
              checked={chosen === preset}
              onChange={() => onChange(preset)}
            />
            <span
              aria-hidden="true"
              className={`mb-1.5 grid h-14 place-items-center rounded-md ${look.className}`}
              style={look.style}
            >
              Aa
            </span>
            <span className="block px-1 text-sm">{PRESET_NAMES[preset]}</span>
          </label>
        )
      })}
    </fieldset>
  )
}

const OPACITIES = Array.from({ length: 10 }, (_, n) => (n + 1) * 10)

type GradientFieldsProps = { gradient: Gradient; onChange: (gradient: Gradient) => void }

function GradientFields({ gradient, onChange }: GradientFieldsProps) {
  const { start, middle, end } = gradient
  return (
    <div className="grid gap-4">
      <Field label="Direction">
        <Select
          value={gradient.direction}
          onChange={({ target }) =>
            onChange({ ...gradient, direction: target.value as Gradient['direction'] })
          }
        >
          {Object.entries(DIRECTION_NAMES).map(([direction, name]) => (
            <option key={direction} value={direction}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Stop name="Start" stop={start} onChange={(stop) => onChange({ ...gradient, start: stop })} />
      <Stop
        name="Middle"
        stop={middle}
        onChange={(stop) => onChange({ ...gradient, middle: stop })}
      />
      <StopColour
        label="End colour"
        colour={end.colour}
        onChange={(colour) => onChange({ ...gradient, end: { colour } })}
      />
    </div>
  )
}

type StopProps = {
  name: string
  stop: Gradient['start']
  onChange: (stop: Gradient['start']) => void
}

function Stop({ name, stop, onChange }: StopProps) {
  return (
    <div className="grid grid-cols-[1fr_7rem] gap-3">
      <StopColour
        label={`${name} colour`}
        colour={stop.colour}
        onChange={(colour) => onChange({ ...stop, colour })}
      />
      <Field label={`${name} opacity`}>
        <Select
          value={stop.opacity}
          onChange={({ target }) => onChange({ ...stop, opacity: Number(target.value) })}
        >
          {OPACITIES.map((opacity) => (
            <option key={opacity} value={opacity}>
              {opacity} %
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

type StopColourProps = { label: string; colour: string; onChange: (colour: string) => void }

/** Half-typed text changes nothing yet. */
function StopColour({ label, colour, onChange }: StopColourProps) {
  const [text, setText] = useState(colour)
  return (
    <ColourField
      label={label}
      value={text}
      fallback={colour}
      error={HEX_COLOUR.test(text) ? undefined : 'Enter a colour such as #f7e8e5'}
      onChange={(value) => {
        setText(value)
        if (HEX_COLOUR.test(value)) onChange(value.toLowerCase())
      }}
    />
  )
}
