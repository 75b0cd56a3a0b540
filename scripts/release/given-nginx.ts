import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { freePort } from '#server/testing/free-port.ts'
import { givenFolder } from './given-release.ts'

const INSTALLED = '/usr/sbin/nginx'
const APT = '/usr/bin/apt-get'
const DPKG = '/usr/bin/dpkg'
const CONFIG = path.join(import.meta.dirname, '../../deploy/nginx-several-machines.conf')

/** The one of this machine, or Debian's: unpacked, not installed, since that would start a service. */
function findNginx(folder: string) {
  if (existsSync(INSTALLED)) return INSTALLED
  if (!existsSync(APT)) throw new Error('This test needs nginx, or apt to download it.')
  execFileSync(APT, ['download', 'nginx'], { cwd: folder, stdio: 'ignore' })
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? ''
  execFileSync(DPKG, ['-x', archive, 'nginx'], { cwd: folder })
  return path.join(folder, 'nginx/usr/sbin/nginx')
}

/** deploy/nginx-several-machines.conf with other addresses and without TLS, since no certificate is at hand. */
function configOf(port: number, ports: number[]) {
  const servers = ports.map((one) => `  server 127.0.0.1:${one} max_fails=1 fail_timeout=5s;\n`)
  return (
    readFileSync(CONFIG, 'utf8')
      .replace(/(^ {2}server 10\..*\n)+/m, servers.join(''))
      .replace(/^server \{\n {2}listen 80;[^}]*\}\n/m, '')
      .replace('listen 443 ssl http2;', `listen ${port};`)
      .replace(/^ {2}ssl_.*\n/gm, '')
      // As with a CDN before it, so that each visitor can have an address: TRUST_PROXY=2.
      .replace('X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for')
  )
}

/** A real nginx in front of machines, each named by its port. */
export async function givenNginx(ports: number[]) {
  const folder = givenFolder()
  const program = findNginx(folder)
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')
  mkdirSync(path.join(folder, 'logs'))
  const write = (servers: number[]) =>
    writeFileSync(
      file,
      `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log;
       events { worker_connections 2048; }
       http { access_log off; ${temporary} ${configOf(port, servers)} }`,
    )
  write(ports)
  const nginx = spawn(program, ['-p', folder, '-c', file], { stdio: 'ignore' })
  onFileEnd(async () => {
    const ended = once(nginx, 'exit')
    if (nginx.kill('SIGTERM')) await ended
  })
  const errors = () => readFileSync(path.join(folder, 'logs/error.log'), 'utf8')
  const url = `http://localhost:${port}`
  await vi.waitFor(() => fetch(url), { timeout: 60_000, interval: 100 })
  return {
    url,
    errors,
    /** As the owner does it: other machines in the file, then `nginx -s reload`. */
    useMachines(servers: number[]) {
      write(servers)
      execFileSync(program, ['-p', folder, '-c', file, '-s', 'reload'], { stdio: 'ignore' })
    },
  }
}
