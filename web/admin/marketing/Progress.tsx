import type { CampaignCounts } from '#contract/campaigns.ts'

/** What is final of those who are to get it: sent, then failed. */
export function ProgressBar({ counts }: { counts: CampaignCounts }) {
  const total = Math.max(1, counts.total - counts.left_out)
  const percent = (count: number) => `${(count / total) * 100}%`
  return (
    <span className="relative flex h-1.5 overflow-hidden rounded-full bg-blush">
      <progress
        aria-label="Sent"
        max={total}
        value={counts.sent + counts.failed}
        className="sr-only"
      />
      <span className="bg-leaf transition-[width]" style={{ width: percent(counts.sent) }} />
      <span className="bg-danger transition-[width]" style={{ width: percent(counts.failed) }} />
    </span>
  )
}
