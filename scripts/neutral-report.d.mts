export function neutralReport(report: object): object;
