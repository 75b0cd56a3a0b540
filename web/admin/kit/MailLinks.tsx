import { Link } from '@tanstack/react-router'
import { ScrollText, Server } from 'lucide-react'
import { buttonStyle } from '../../ui/Button.tsx'

/** For the head of every screen that sends mail. */
export const MailLinks = () => (
  <>
    <Link to="/admin/mails" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
      <ScrollText aria-hidden="true" className="size-4" />
      Delivery log
    </Link>
    <Link to="/admin/mail-server" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
      <Server aria-hidden="true" className="size-4" />
      Mail server
    </Link>
  </>
)
