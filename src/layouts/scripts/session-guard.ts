import { guardPage } from '#stores/session/page-guard.ts'

guardPage()
