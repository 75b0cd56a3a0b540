import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useSendConfirmation } from './use-send-confirmation.ts'

/** Orders placed as a guest come to the account once the address is confirmed. Quiet when there is nothing to say. */
export function GuestOrdersBanner() {
  const { data } = useQuery(api.account.guest_orders.queryOptions())
  if (!data) return null
  if (!data.email_verified) return <ConfirmFirst />
  return data.count > 0 ? <Claim count={data.count} /> : null
}

function ConfirmFirst() {
  const { send, isPending, isSuccess } = useSendConfirmation()
  if (isSuccess) return <Banner text="A link is on its way. Press it, then come back here." />
  return (
    <Banner text="Did you order as a guest before? Confirm your address, and those orders can join you here.">
      <Button look="link" busy={isPending} onClick={send}>
        Send me a link
      </Button>
    </Banner>
  )
}

function Claim({ count }: { count: number }) {
  const queries = useQueryClient()
  const claim = useMutation(
    api.account.claim_guest_orders.mutationOptions({
      onSuccess: async (claimed) => {
        toast.success(claimed.count === 1 ? 'One order added' : `${claimed.count} orders added`)
        await Promise.all([
          queries.invalidateQueries({ queryKey: api.orders.mine.key() }),
          queries.invalidateQueries({ queryKey: api.account.guest_orders.key() }),
        ])
      },
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  const what = count === 1 ? 'an order' : `${count} orders`
  return (
    <Banner text={`You placed ${what} as a guest with this address.`}>
      <Button look="link" busy={claim.isPending} onClick={() => claim.mutate(undefined)}>
        {count === 1 ? 'Add it to my account' : 'Add them to my account'}
      </Button>
    </Banner>
  )
}

function Banner({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="mb-6 flex animate-appear flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-sage px-5 py-3.5 text-[0.9375rem]">
      <p className="flex-1 basis-64">{text}</p>
      {children}
    </div>
  )
}
