import { keepPage } from '#stores/session.ts'

keepPage()
