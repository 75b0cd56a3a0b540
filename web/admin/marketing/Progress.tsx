import type { CampaignCounts } from '#contract/campaigns.ts'

/** What is final of those who are to get it: sent, then failed. */
export function ProgressBar({ counts }: { counts: CampaignCounts }) {
  const total = Math.max(1, counts.total - counts.left_out)
  const percent = (count: number) => `${(count / total) * 100}%`
  return (
    <span
      role="progressbar"
      aria-label="Sent"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={counts.sent + counts.failed}
      className="flex h-1.5 overflow-hidden rounded-full bg-blush"
    >
      <span className="bg-leaf transition-[width]" style={{ width: percent(counts.sent) }} />
      <span className="bg-danger transition-[width]" style={{ width: percent(counts.failed) }} />
    </span>
  )
}
