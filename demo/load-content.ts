import { sql } from 'drizzle-orm'
import {
  type BACKGROUND_PRESETS,
  DEFAULT_BANNER,
  SECTION_NAMES,
  SETTING_KEYS,
} from '#contract/content.ts'
import {
  canned_replies,
  chat_conversations,
  chat_messages,
} from '#server/modules/chat/chat.table.ts'
import {
  banner_content,
  before_after,
  contact_messages,
  contact_replies,
  pages,
  section_backgrounds,
  shop_texts,
  site_settings,
  testimonials,
} from '#server/modules/content/content.table.ts'
import type { Db } from '#server/platform/database.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { content, type DemoChat } from './fixtures.ts'
import { beforeAfterPicture, HERO, type Pictures, pictureUrl } from './pictures.ts'
import { daysBefore, demoId, minutesAfter } from './repeatable.ts'

const BACKGROUNDS: Record<(typeof SECTION_NAMES)[number], (typeof BACKGROUND_PRESETS)[number]> = {
  // The tone that the hero picture fades into.
  banner: 'pink-products',
  products: 'pink-products',
  testimonials: 'aloe-fresh',
  'before-after': 'warm-gold',
}

/** Pages that also stand in the navigation bar, in this order. */
const IN_NAV = ['faq']

export async function loadContent(db: Db, pictures: Pictures, now: Date) {
  await loadSettings(db)
  const texts = content.shop_texts.map((one) => ({ ...one, is_own: false }))
  await db.insert(shop_texts).values(texts).onConflictDoNothing()
  await loadPages(db)
  await loadBanner(db, pictures)
  await loadBackgrounds(db)
  await loadStories(db, pictures, now)
  await loadContactMessages(db, now)
}

async function loadSettings(db: Db) {
  const rows = SETTING_KEYS.map((setting_key) => ({
    setting_key,
    setting_value: content.site_settings[setting_key] ?? '',
  }))
  await db
    .insert(site_settings)
    .values(rows)
    .onConflictDoUpdate({
      target: site_settings.setting_key,
      set: { setting_value: sql`excluded.setting_value` },
    })
}

async function loadPages(db: Db) {
  const rows = content.pages.map((page) => ({
    id: demoId('page', page.slug),
    ...page,
    show_in_nav: IN_NAV.includes(page.slug),
    nav_order: IN_NAV.indexOf(page.slug) + 1,
  }))
  await db
    .insert(pages)
    .values(rows)
    .onConflictDoUpdate({
      target: pages.slug,
      set: {
        title: sql`excluded.title`,
        content: sql`excluded.content`,
        show_in_nav: sql`excluded.show_in_nav`,
        nav_order: sql`excluded.nav_order`,
      },
    })
}

async function loadBanner(db: Db, pictures: Pictures) {
  const background_image_url = pictureUrl(pictures, HERO)
  await db
    .insert(banner_content)
    .values({ ...DEFAULT_BANNER, background_image_url })
    .onConflictDoUpdate({ target: banner_content.singleton, set: { background_image_url } })
}

async function loadBackgrounds(db: Db) {
  await db
    .insert(section_backgrounds)
    .values(
      SECTION_NAMES.map((section_name, index) => ({
        section_name,
        background_type: 'preset' as const,
        background_value: BACKGROUNDS[section_name],
        display_order: index + 1,
      })),
    )
    .onConflictDoUpdate({
      target: section_backgrounds.section_name,
      set: { background_value: sql`excluded.background_value` },
    })
}

async function loadStories(db: Db, pictures: Pictures, now: Date) {
  // Both are shown newest first, so the first of the file is the newest.
  await db.insert(testimonials).values(
    content.testimonials.map((one, index) => ({
      id: demoId('testimonial', one.name),
      ...one,
      created_at: daysBefore(now, 4 + 9 * index).toISOString(),
    })),
  )
  await db.insert(before_after).values(
    content.before_after.map((one, index) => ({
      id: demoId('before-after', one.title),
      ...one,
      image_url: pictureUrl(pictures, beforeAfterPicture(index)),
      created_at: daysBefore(now, 6 + 11 * index).toISOString(),
    })),
  )
}

/** New ones came in today; what is older has been answered. */
async function loadContactMessages(db: Db, now: Date) {
  const youngestDays = { new: 0.1, replied: 3, closed: 8 }
  const messages = content.contact_messages.map(({ reply, ...one }, index) => ({
    ...one,
    id: demoId('contact-message', one.email),
    reply,
    reply_count: reply ? 1 : 0,
    created_at: daysBefore(now, youngestDays[one.status] + 0.21 * index),
  }))
  await db.insert(contact_messages).values(
    messages.map(({ reply, created_at, ...one }) => ({
      ...one,
      created_at: created_at.toISOString(),
    })),
  )
  await db.insert(contact_replies).values(
    messages.flatMap(({ id, email, reply, created_at }) =>
      reply
        ? {
            id: demoId('contact-reply', email),
            message_id: id,
            author_name: DEMO_ACCOUNTS.admin.full_name,
            text: reply,
            created_at: minutesAfter(created_at, 95).toISOString(),
          }
        : [],
    ),
  )
}

/** Open conversations are going on right now, so that the inactivity job does not close them at once. */
export async function loadChats(db: Db, now: Date) {
  await db
    .insert(canned_replies)
    .values(
      content.canned_replies.map((one) => ({ id: demoId('canned-reply', one.shortcut), ...one })),
    )
  const chats = content.chat_samples.map((chat, index) => {
    const end = chat.status === 'open' ? minutesAfter(now, -index / 4) : daysBefore(now, 2 + index)
    const start = minutesAfter(end, 1 - chat.messages.length)
    return { ...chat, id: demoId('chat', chat.customer_email), start, end }
  })
  await db.insert(chat_conversations).values(
    chats.map((chat) => ({
      id: chat.id,
      customer_name: chat.customer_name,
      customer_email: chat.customer_email,
      status: chat.status,
      closed_reason: chat.status === 'closed' ? ('admin' as const) : null,
      last_seq: chat.messages.length,
      last_message: chat.messages.at(-1)?.message ?? null,
      last_sender_type: chat.messages.at(-1)?.sender_type ?? null,
      // They wait for an answer by mail, so that the five minutes of inactivity do not close them.
      follow_up_by_mail: chat.status === 'open',
      unread_count: unansweredIn(chat),
      created_at: chat.start.toISOString(),
      updated_at: chat.end.toISOString(),
      active_at: chat.end.toISOString(),
    })),
  )
  await db.insert(chat_messages).values(
    chats.flatMap((chat) =>
      chat.messages.map(({ sender_type, message }, index) => ({
        id: demoId('chat-message', `${chat.customer_email}/${index}`),
        conversation_id: chat.id,
        seq: index + 1,
        client_id: demoId('chat-message', `${chat.customer_email}/${index}`),
        sender_type,
        sender_name: sender_type === 'admin' ? 'Support' : chat.customer_name,
        message,
        created_at: minutesAfter(chat.start, index).toISOString(),
      })),
    ),
  )
}

function unansweredIn({ status, messages }: DemoChat) {
  const lastAnswer = messages.findLastIndex(({ sender_type }) => sender_type === 'admin')
  return status === 'open' ? messages.length - 1 - lastAnswer : 0
}
