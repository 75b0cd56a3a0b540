import { zodResolver } from '@hookform/resolvers/zod'
import { ORPCError } from '@orpc/client'
import type { QueryKey } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod'
import type { ErrorCode, ErrorData } from '#contract/errors.ts'
import { hasErrorCode } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import { useAdminMutation } from './admin-mutation.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { CancelButton, LeaveGuard, useSaveKey } from './unsaved-changes.tsx'

type Conflict = ErrorData<'CHANGED_MEANWHILE'>

type EditFormOptions<Values extends FieldValues, Saved> = {
  /** The contract's schema of what is edited. */
  schema: z.ZodType<Values, Values>
  /** What is stored now. When it changes and nothing was typed, the form follows. */
  values: Values
  /** The version that the values were read with; undefined for something new. */
  version?: number
  /** `version` is the stored one, or the newer one that the admin decided to overwrite. */
  save: (values: Values, version: number | undefined) => Promise<Saved>
  success: string
  failure?: string
  /** A toast beside the messages at the fields, when what was entered is incomplete or wrong. */
  invalid?: (errors: FieldErrors<Values>) => string | undefined
  refresh?: readonly QueryKey[]
  /** Which field a refusal is about: `{ SLUG_TAKEN: 'slug' }`. Others become a toast. */
  fieldOf?: Partial<Record<ErrorCode, Path<Values>>>
  onSaved?: (saved: Saved) => void
  /** Loads the newest version, after somebody else's change. */
  reload?: () => void
}

export type EditForm<Values extends FieldValues> = ReturnType<typeof useEditForm<Values, unknown>>

/**
 * A form of the back office. Typed text survives every failure; refusals of the server appear at their field;
 * leaving with unsaved changes asks; Ctrl-S saves; and a change by somebody else is shown with a choice.
 */
export function useEditForm<Values extends FieldValues, Saved>(
  options: EditFormOptions<Values, Saved>,
) {
  const form = useForm<Values>({
    resolver: zodResolver(options.schema),
    defaultValues: options.values as DefaultValues<Values>,
    values: options.values,
    // Dirty, too: a form with typed text that follows what others save would overwrite it unseen.
    resetOptions: { keepDirtyValues: true, keepDirty: true },
  })
  // Without this, what was typed would survive a discard: resetOptions hold for every reset.
  const reset = (values: Values) => form.reset(values, { keepDirtyValues: false, keepDirty: false })
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isDirty = form.formState.isDirty
  // The version when the first field was changed: what others save after that is not overwritten unseen.
  const seen = useRef(options.version)
  const savedVersion = useRef(0)
  if (!isDirty) {
    seen.current = options.version && Math.max(options.version, savedVersion.current)
  }
  const { mutate, isPending } = useAdminMutation({
    run: ({ values, version }: { values: Values; version: number | undefined }) =>
      options.save(values, version),
    success: options.success,
    failure: options.failure,
    refresh: options.refresh,
    onSuccess: (saved, { values }) => {
      setConflict(null)
      // The new row may be read a moment later than the next field is changed.
      savedVersion.current = versionOf(saved)
      reset(values)
      options.onSaved?.(saved)
    },
    onError: (error) => {
      if (hasErrorCode(error, 'CHANGED_MEANWHILE')) {
        setConflict(error.data)
        return true
      }
      return showAtField(form, error, options.fieldOf)
    },
  })
  const submit = form.handleSubmit(
    (values) => mutate({ values, version: seen.current }),
    (errors) => {
      const message = options.invalid?.(errors)
      if (message) toast.error(message)
    },
  )
  return {
    ...form,
    isDirty,
    isSaving: isPending,
    submit,
    discard: () => reset(options.values),
    /** After a change of the same admin that is saved apart from the form: what was typed is saved over that version. */
    takeVersion: (version: number) => {
      seen.current = version
    },
    conflict: conflict && {
      ...conflict,
      mine: form.getValues(),
      close: () => setConflict(null),
      useTheirs: () => {
        setConflict(null)
        reset(options.values)
        options.reload?.()
      },
      keepMine: () => mutate({ values: form.getValues(), version: conflict.version }),
    },
  }
}

const versionOf = (saved: unknown) =>
  typeof saved === 'object' && saved && 'version' in saved ? Number(saved.version) : 0

type InputIssue = { message?: string; path?: readonly PropertyKey[] }

function showAtField<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf: Partial<Record<ErrorCode, Path<Values>>> = {},
): boolean {
  if (!(error instanceof ORPCError)) return false
  const field = fieldOf[error.code as ErrorCode]
  if (field) {
    form.setError(field, { message: error.message }, { shouldFocus: true })
    return true
  }
  const issues = (error.data as { issues?: InputIssue[] } | undefined)?.issues ?? []
  const known = issues.filter(
    ({ path }) => path?.[0] !== undefined && String(path[0]) in form.getValues(),
  )
  for (const { path, message } of known) {
    form.setError(path?.join('.') as Path<Values>, { message }, { shouldFocus: true })
  }
  return known.length > 0
}

type EditFormFrameProps<Values extends FieldValues> = {
  form: EditForm<Values>
  label: string
  saveLabel?: string
  /** In a dialog the buttons are always there; on a page they appear when something changed. */
  inDialog?: boolean
  /** On a page for something new: Save is always there. */
  isNew?: boolean
  /** The dialog's Cancel. */
  onCancel?: () => void
  /** While a file is on its way: saving waits for it. */
  isBlocked?: boolean
  className?: string
  children: ReactNode
}

/** The form element with its save bar, the guard against leaving and the dialog about a conflict. */
export function EditFormFrame<Values extends FieldValues>({
  form,
  label,
  saveLabel = 'Save',
  inDialog = false,
  isNew = false,
  onCancel,
  isBlocked = false,
  className,
  children,
}: EditFormFrameProps<Values>) {
  useSaveKey(isBlocked ? undefined : form.submit, inDialog)
  const canSave = inDialog || isNew || form.isDirty
  return (
    <Form
      label={label}
      className={className}
      onSubmit={(event) => {
        // A dialog that was opened from a form is inside of it for React, and its submit is not the form's.
        event.stopPropagation()
        return form.submit(event)
      }}
    >
      {children}
      {/* Hidden while there is nothing to save, not absent: every form has a submit button. */}
      <div
        hidden={!canSave}
        className={clsx(
          'sticky z-20 col-span-full -mx-1 mt-5 flex flex-wrap items-center justify-end gap-2.5 border-line border-t bg-ground/95 px-1 py-3 backdrop-blur',
          // Over the padding of the dialog, or fields would show below it.
          inDialog ? '-bottom-6' : 'bottom-0',
        )}
      >
        {!inDialog && form.isDirty && (
          <span className="mr-auto text-quiet text-sm">Unsaved changes</span>
        )}
        {inDialog && <CancelButton onCancel={onCancel} />}
        {!inDialog && form.isDirty && (
          <Button look="outline" onClick={form.discard}>
            Discard
          </Button>
        )}
        <Button type="submit" disabled={!canSave} busy={form.isSaving || isBlocked}>
          {saveLabel}
        </Button>
      </div>
      <LeaveGuard isDirty={form.isDirty && !form.isSaving} inDialog={inDialog} />
      {form.conflict && <ConflictDialog conflict={form.conflict} busy={form.isSaving} />}
    </Form>
  )
}

type FormFieldProps<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'formState'>
  name: Path<Values>
  label: ReactNode
  hint?: ReactNode
  optional?: boolean
  className?: string
  /** The control, with `{...form.register(name)}`. */
  children: ReactNode
}

/** A labelled field with the error of the form at it. */
export function FormField<Values extends FieldValues>({
  form,
  name,
  ...rest
}: FormFieldProps<Values>) {
  const error = form.formState.errors[name]?.message
  return <Field {...rest} error={typeof error === 'string' ? error : undefined} />
}

/** Options of `register` for numbers: an empty field is null, or what it says. */
export const asNumber = { setValueAs: (text: unknown) => toNumber(text) }

function toNumber(text: unknown): number | null {
  if (text === '' || text === null || text === undefined) return null
  return Number(text)
}
