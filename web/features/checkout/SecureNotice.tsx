import { LockKeyhole } from 'lucide-react'

export function SecureNotice() {
  return (
    <section aria-labelledby="secure-payment" className="grid gap-4">
      <h2 id="secure-payment" className="text-2xl">
        Payment
      </h2>
      <div className="flex gap-4 rounded-card border border-line bg-paper p-5">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sage text-leaf">
          <LockKeyhole aria-hidden="true" className="size-5" strokeWidth={1.8} />
        </span>
        <div className="grid gap-1">
          <p className="font-medium">Secure payment</p>
          <p className="text-[0.9375rem] text-quiet leading-relaxed">
            Next you pay by card on the encrypted page of our payment provider, Clover. We never see
            or store your card number.
          </p>
        </div>
      </div>
    </section>
  )
}
