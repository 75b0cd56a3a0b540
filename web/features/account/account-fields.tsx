import { MailCheck } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { errorMessage } from '../../lib/errors.ts'
import { Field, Input } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'

type FieldProps = Omit<ComponentProps<typeof Input>, 'type'> & {
  error: string | undefined
  registered: UseFormRegisterReturn
}

export const NameField = ({ error, registered, ...input }: FieldProps) => (
  <Field label="Full Name" error={error}>
    <Input autoComplete="name" maxLength={200} {...input} {...registered} />
  </Field>
)

export const EmailField = ({ error, registered, ...input }: FieldProps) => (
  <Field label="Email" error={error}>
    <Input type="email" autoComplete="username" {...input} {...registered} />
  </Field>
)

/** The server's reason, for `onError` of a form's mutation. */
export const showFailure = (error: unknown) => toast.error(errorMessage(error))

/** What was done, under the title of an AuthFrame, and where to go from there. */
export const Done = ({ children, links }: { children: ReactNode; links: ReactNode }) => (
  <>
    <div role="status" className="grid gap-5">
      <span className="grid size-16 place-items-center rounded-full bg-sage text-leaf">
        <MailCheck aria-hidden="true" className="size-7" strokeWidth={1.6} />
      </span>
      {children}
    </div>
    <div className="flex flex-wrap gap-3">{links}</div>
  </>
)
