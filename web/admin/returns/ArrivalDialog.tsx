import { type AdminReturn, ReturnArrival } from '#contract/returns.ts'
import { client } from '../../lib/api.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, Select, Textarea } from '../../ui/Field.tsx'
import { EditFormFrame, FormField, useEditForm } from '../kit/edit-form.tsx'
import { refreshReturns } from './refresh-returns.ts'

type ArrivalDialogProps = { made: AdminReturn; onClose: () => void }

/** What the parcel holds, line by line, and what of it can be sold again. */
export function ArrivalDialog({ made, onClose }: ArrivalDialogProps) {
  const { id, version, lines } = made
  const form = useEditForm<ReturnArrival, AdminReturn>({
    schema: ReturnArrival,
    values: {
      lines: lines.map(({ product_id, quantity }) => ({
        product_id,
        arrived: quantity,
        restocked: 0,
      })),
      arrival_note: '',
    },
    version,
    save: (values, seen = version) => client.returns.arrive({ id, version: seen, ...values }),
    success: 'Arrival noted',
    refresh: refreshReturns,
    onSaved: onClose,
  })
  const noted = form.watch('lines')
  const set = (place: number, change: Partial<ReturnArrival['lines'][number]>) => {
    const line = noted[place]
    if (!line) return
    const next = { ...line, ...change }
    const restocked = Math.min(next.restocked, next.arrived)
    form.setValue(`lines.${place}`, { ...next, restocked }, { shouldDirty: true })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="What arrived?"
      description="The customer gets a mail. Units that go back to stock can be sold at once."
    >
      <EditFormFrame
        form={form}
        label="Arrival"
        saveLabel="Save arrival"
        inDialog
        onCancel={onClose}
        className="grid gap-5"
      >
        {lines.map(({ product_id, name, quantity }, place) => (
          <fieldset key={product_id} className="grid gap-2">
            <legend className="mb-1.5 break-words font-medium text-sm">{name}</legend>
            <div className="grid grid-cols-2 gap-4">
              <Field label={<Labelled text="Arrived" name={name} />}>
                <Units
                  most={quantity}
                  value={noted[place]?.arrived ?? 0}
                  onChange={(arrived) => set(place, { arrived })}
                />
              </Field>
              <Field label={<Labelled text="Back to stock" name={name} />}>
                <Units
                  most={noted[place]?.arrived ?? 0}
                  value={noted[place]?.restocked ?? 0}
                  onChange={(restocked) => set(place, { restocked })}
                />
              </Field>
            </div>
          </fieldset>
        ))}
        <FormField
          form={form}
          name="arrival_note"
          label="Note about the parcel"
          optional
          hint="For you and your colleagues; the customer does not see it."
        >
          <Textarea {...form.register('arrival_note')} rows={2} />
        </FormField>
      </EditFormFrame>
    </Dialog>
  )
}

function Labelled({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text}
      <span className="sr-only"> of {name}</span>
    </>
  )
}

type UnitsProps = { most: number; value: number; onChange: (units: number) => void }

function Units({ most, value, onChange }: UnitsProps) {
  return (
    <Select value={value} onChange={({ target }) => onChange(Number(target.value))}>
      {Array.from({ length: most + 1 }, (_, units) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: numbers in a row
        <option key={units} value={units}>
          {units}
        </option>
      ))}
    </Select>
  )
}
