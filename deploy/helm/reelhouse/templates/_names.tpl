{{- define "reelhouse.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{- define "reelhouse.selector" -}}
app.kubernetes.io/name: reelhouse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "reelhouse.labels" -}}
{{ include "reelhouse.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "reelhouse.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* Security context of a pod that runs the image: not root, read-only root file system. */ -}}
{{- define "reelhouse.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "reelhouse.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "reelhouse.ingressAnnotations" -}}
# A play socket sends something every half minute.
nginx.ingress.kubernetes.io/proxy-read-timeout: "90"
haproxy.org/timeout-tunnel: 90s
{{- with .Values.ingress.annotations }}
{{- toYaml . | nindent 0 }}
{{- end }}
{{- end }}

{{- define "reelhouse.ingressRoute" -}}
{{- with .Values.ingress.className }}
ingressClassName: {{ . }}
{{- end }}
tls:
  - hosts: [{{ .Values.publicUrl | trimPrefix "https://" | quote }}]
    secretName: {{ required "ingress.tlsSecret is needed" .Values.ingress.tlsSecret | quote }}
rules:
{{- end }}
