import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function PagePlaceholder({ title }: { title: string }) {
  return (
    <div className="page py-16">
      <h1 className="text-center text-title">{title}</h1>
      <EmptyState
        title="This page is being prepared"
        action={
          <Link to="/products" className={buttonStyle()}>
            Our Products
          </Link>
        }
      />
    </div>
  )
}
