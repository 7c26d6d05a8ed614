export { messagesRoutes } from './messages.routes.ts'
export { countMessages, createMessagesService, messageStateOf } from './messages.service.ts'
