import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectDatabase } from '#server/platform/database.ts'
import { onFileEnd } from './cleanup.ts'

/** A fresh, migrated database of the test file's own. */
export async function givenDatabase() {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name} template template_shop`)
  const database = connectDatabase(urlOf(name), { max: 10 })
  onFileEnd(async () => {
    await database.close()
    await asAdmin(`drop database if exists ${name} with (force)`)
  })
  return database
}

function urlOf(name: string) {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: urlOf('petal') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
